import type { Transcript } from './spoken.ts';

const HEAD = `# What a screen reader says of a first trade

From the page of a market to a receipt by keyboard alone, signed in, practice money, English, a window of 1440 × 900. Each
line is a key and what has the focus after it, as Chromium's accessibility tree has it: role, name, state, value. “Tab …” stands
for several. Figures are written #. \`node scripts/write-transcripts.ts\` writes this page anew from a product it starts;
\`apps/e2e/src/journeys/transcript.test.ts\` compares it with what the page says now.

## Step by step
`;
const SAID = '## Said by live regions meanwhile\n';

const listed = (lines: readonly string[]): string => lines.map((line) => `- ${line}\n`).join('');

/** The page `docs/transcripts.md`. */
export function writeTranscript({ steps, said }: Transcript): string {
  return `${HEAD}\n${listed(steps)}\n${SAID}\n${listed(said)}`;
}

/** What stands in it. */
export function readTranscript(text: string): Transcript {
  const [before = '', after = ''] = text.split(SAID);
  const lines = (part: string): string[] =>
    part.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
  return { steps: lines(before), said: lines(after) };
}
