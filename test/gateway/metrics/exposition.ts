/** One sample line of Prometheus' text format. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/**
 * Parses Prometheus' text format strictly. Throws for a line that is not in the format, and for a sample without HELP and
 * TYPE before it.
 */
export function parseExposition(text: string): Sample[] {
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const help = /^# HELP ([a-z_:][a-z0-9_:]*) \S.*$/.exec(line);
    const type = /^# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge|histogram|summary)$/.exec(line);
    if (help) helped.add(help[1]!);
    else if (type) types.set(type[1]!, type[2]!);
    else samples.push(parseSample(line, { types, helped }));
  }
  return samples;
}

function parseSample(
  line: string,
  { types, helped }: { types: Map<string, string>; helped: Set<string> },
): Sample {
  const match = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (Na[Nn]|[+-]?(?:Inf|[\d.]+(?:e[+-]?\d+)?))$/
    .exec(
      line,
    );
  if (!match) throw new Error(`Not a sample: ${line}`);
  const [, name = "", labelText = "", value = ""] = match;
  const family = types.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, "");
  if (!types.has(family) || !helped.has(family)) throw new Error(`No HELP and TYPE for ${line}`);
  const found = labelText.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)",?/g);
  const labels = Object.fromEntries([...found].map(([, label, text]) => [label!, text!]));
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) };
}

/** Returns the value of the sample with this name and these labels, among others; undefined if there is none. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  return samples.find((one) =>
    one.name === name && Object.entries(labels).every(([label, text]) => one.labels[label] === text)
  )?.value;
}
