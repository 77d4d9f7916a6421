import { parseArgs } from "node:util";
import { type DeliveryMeasurement, deliveryMeasurements } from "./delivery_measurements.ts";
import { type Measurement, measurements } from "./measurements.ts";

/** The settings of a run. */
export interface Options {
  /** Of each measurement of each server in each round. A third of it is added as warm-up. */
  seconds: number;
  rounds: number;
  /** Appointments that exist before the first request. */
  appointments: number;
  measurements: readonly Measurement[];
  deliveryMeasurements: readonly DeliveryMeasurement[];
  /** The file of the raw figures. */
  output: string;
}

/** The help text. */
export const usage = `Usage: npm run bench -- [options]

  --only TEXT          only measurements whose name begins with it ("creates", "reads, 64"); repeatable
  --quick              a rough run: 1 second, 1 round, 5000 appointments, without webhooks
  --seconds N          of each measurement, after a warm-up of a third of it (3)
  --rounds N           rounds in which the servers take turns (3)
  --appointments N     appointments that exist beforehand (20000)
  --output FILE        where the raw figures go (.cache/bench.json)

Measurements:
${[...measurements, ...deliveryMeasurements].map(({ name }) => `  ${name}\n`).join("")}`;

const defaults = { seconds: "3", rounds: "3", appointments: "20000" };
const quick = { seconds: "1", rounds: "1", appointments: "5000" };

/** Parses the command line; undefined if it asks for help. Throws an Error that says what is wrong. */
export function readOptions(words: string[]): Options | undefined {
  const { values } = parseArgs({
    args: words,
    options: {
      help: { type: "boolean" },
      only: { type: "string", multiple: true },
      quick: { type: "boolean" },
      seconds: { type: "string" },
      rounds: { type: "string" },
      appointments: { type: "string" },
      output: { type: "string", default: ".cache/bench.json" },
    },
  });
  if (values.help) return undefined;
  const { only } = values;
  const isWanted = ({ name }: { name: string }) =>
    !only || only.some((start) => name.startsWith(start));
  const wanted = {
    measurements: measurements.filter(isWanted),
    deliveryMeasurements: !only && values.quick ? [] : deliveryMeasurements.filter(isWanted),
  };
  if (wanted.measurements.length + wanted.deliveryMeasurements.length === 0) {
    const names = [...measurements, ...deliveryMeasurements].map(({ name }) => name);
    throw new Error(`--only must begin one of: ${names.join("; ")}`);
  }
  const size = { ...(values.quick ? quick : defaults), ...values };
  return {
    seconds: positive("seconds", size.seconds),
    rounds: positive("rounds", size.rounds, { isWhole: true }),
    appointments: positive("appointments", size.appointments, { isWhole: true }),
    ...wanted,
    output: values.output,
  };
}

function positive(name: string, text: string, { isWhole = false } = {}): number {
  const number = Number(text);
  if (number > 0 && number < 1e6 && (!isWhole || Number.isInteger(number))) return number;
  throw new Error(`--${name} must be a ${isWhole ? "whole number from 1" : "number above 0"}`);
}
