const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** How long something waits, in hours and minutes: "30:52". */
export function waitingText(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / MINUTE_MS));
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${two(Math.floor(minutes / HOUR_MINUTES))}:${two(minutes % HOUR_MINUTES)}`;
}
