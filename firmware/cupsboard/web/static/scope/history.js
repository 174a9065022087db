// The samples that a page has seen, for at most ten minutes, with increasing times in seconds.

const LONGEST_SECONDS = 600;

export class History {
  unit = "counts";
  samples = [];

  // `short` has pairs of seconds before now and a weight; another unit begins the history anew.
  add(time, short, unit) {
    if (unit !== this.unit) this.samples = [];
    this.unit = unit;
    // What is sent again was rounded again: a sample is as new as the hundredth part of a second after the last.
    const last = this.samples.at(-1)?.[0] ?? -Infinity;
    for (const [before, weight] of short) if (time + before > last + 0.011) this.samples.push([time + before, weight]);
    while (this.samples.length && this.samples[0][0] < time - LONGEST_SECONDS) this.samples.shift();
  }
}

export function asCsv({ samples, unit }) {
  const begun = samples[0]?.[0] ?? 0;
  const lines = samples.map(([time, weight]) => `${(time - begun).toFixed(3)},${weight}`);
  return [`seconds,${unit === "g" ? "grams" : "counts"}`, ...lines, ""].join("\n");
}
