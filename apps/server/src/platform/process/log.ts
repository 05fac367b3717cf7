import { type DestinationStream, type Logger, pino } from 'pino';

/** The product's log: JSON lines, secrets cut out. */
export type Log = Logger;

/** What never reaches a log line, wherever it stands in an object. */
const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["visitor-token"]',
  'password',
  '*.password',
  'token',
  '*.token',
  'refreshToken',
  '*.refreshToken',
  'visitorToken',
  '*.visitorToken',
  'ticket',
  '*.ticket',
];

/** A log at `level`, to standard output or to `destination`. */
export function createLog(options: { level: string; destination?: DestinationStream }): Log {
  const settings = { level: options.level, redact: { paths: SECRETS, censor: '[cut]' } };
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination);
}

/** Says one line to the person at the terminal. */
export function sayToOperator(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Says one line of what went wrong to the person at the terminal. */
export function complainToOperator(line: string): void {
  process.stderr.write(`${line}\n`);
}
