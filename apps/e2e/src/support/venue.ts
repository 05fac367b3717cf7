import { startHelper } from './helper-process.ts';

/** A venue's stand-in on this machine, which says what it is told to. */
export type Venue = {
  readonly url: string;
  /** Every message that was delivered, as it was sent. */
  readonly sent: ReadonlySet<string>;
  /** Says a message again and again, the next one each time, until `end`. */
  keepSaying(channel: string, next: () => string): void;
  end(): Promise<void>;
};

/** Venues say something about as often as this. */
const EVERY_MS = 50;

/** Starts a stand-in that lists these coins against USDT. */
export async function startVenue(
  venue: 'binance' | 'okx',
  bases: readonly string[],
): Promise<Venue> {
  const helper = await startHelper('venue-stand-in-child.ts', [venue, ...bases]);
  const { url } = JSON.parse(helper.first) as { url: string };
  const sent = new Set<string>();
  const waiting: string[] = [];
  // Answers come in the order of the questions.
  helper.lines.on('line', (line) => {
    const message = waiting.shift();
    if (message !== undefined && (JSON.parse(line) as { sent: number }).sent > 0) sent.add(message);
  });
  let timer: NodeJS.Timeout | undefined;
  return {
    url,
    sent,
    keepSaying(channel, next) {
      timer = setInterval(() => {
        const message = next();
        waiting.push(message);
        helper.tell(JSON.stringify({ channel, message }));
      }, EVERY_MS);
    },
    async end() {
      clearInterval(timer);
      await helper.end();
    },
  };
}
