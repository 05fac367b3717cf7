// A stand-in of a venue in a process of its own, for tests that only see the product from outside:
// `venue` and the bases it lists against USDT are its arguments. Its first line says its address.
// Each line it hears is {channel, message}; it answers with {sent}, to how many the message went.
import { createInterface } from 'node:readline';
import { startVenueStandIn } from './venue-stand-in.ts';

const [venue = '', ...bases] = process.argv.slice(2);
if (venue !== 'binance' && venue !== 'okx') throw new Error(`no stand-in speaks for "${venue}"`);
const pairs = bases.map((base) => ({ base, quote: 'USDT', open: '50000' }));
const standIn = await startVenueStandIn(venue, pairs);
process.stdout.write(`${JSON.stringify({ url: standIn.url })}\n`);
process.once('SIGTERM', () => process.exit(0));
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { channel, message } = JSON.parse(line) as { channel: string; message: string };
    process.stdout.write(`${JSON.stringify({ sent: standIn.send(channel, message) })}\n`);
  })
  .on('close', () => process.exit(0));
