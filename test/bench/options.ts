import { parseArgs } from "node:util";
import { type DeliveryMeasurement, deliveryMeasurements } from "./delivery_measurements.ts";
import { type Measurement, measurements } from "./measurements.ts";

/** What a run does, from the command line. */
export interface Options {
  /** Of each measurement of each server in each round; a third of it comes before as warm-up. */
  seconds: number;
  rounds: number;
  /** Appointments that are there before the first request. */
  appointments: number;
  measurements: readonly Measurement[];
  deliveryMeasurements: readonly DeliveryMeasurement[];
  /** Where the raw figures go. */
  output: string;
}

/** How the command line is used. */
export const usage = `Usage: npm run bench -- [options]

  --only TEXT          only measurements whose name begins with it ("creates", "reads, 64"); repeatable
  --seconds N          of each measurement, after a warm-up of a third of it (3)
  --rounds N           rounds of service, hand-written and bare (3)
  --appointments N     appointments that are there beforehand (20000)
  --output FILE        where the raw figures go (.cache/bench.json)
`;

/** Reads the command line; undefined when help is asked for. Throws an Error that says what is wrong. */
export function readOptions(words: string[]): Options | undefined {
  const { values } = parseArgs({
    args: words,
    options: {
      help: { type: "boolean" },
      only: { type: "string", multiple: true },
      seconds: { type: "string", default: "3" },
      rounds: { type: "string", default: "3" },
      appointments: { type: "string", default: "20000" },
      output: { type: "string", default: ".cache/bench.json" },
    },
  });
  if (values.help) return undefined;
  const { only } = values;
  const isWanted = ({ name }: { name: string }) =>
    !only || only.some((start) => name.startsWith(start));
  const wanted = {
    measurements: measurements.filter(isWanted),
    deliveryMeasurements: deliveryMeasurements.filter(isWanted),
  };
  if (wanted.measurements.length + wanted.deliveryMeasurements.length === 0) {
    const names = [...measurements, ...deliveryMeasurements].map(({ name }) => name);
    throw new Error(`--only must begin one of: ${names.join("; ")}`);
  }
  return {
    seconds: positive("seconds", values.seconds),
    rounds: positive("rounds", values.rounds, { isWhole: true }),
    appointments: positive("appointments", values.appointments, { isWhole: true }),
    ...wanted,
    output: values.output,
  };
}

function positive(name: string, text: string, { isWhole = false } = {}): number {
  const number = Number(text);
  if (number > 0 && number < 1e6 && (!isWhole || Number.isInteger(number))) return number;
  throw new Error(`--${name} must be a ${isWhole ? "whole number from 1" : "number above 0"}`);
}
