import type { Exchange, VenueSocket } from './venues.ts';

/** What a message of the socket becomes when it says a best bid and ask. */
export type Said = { symbol?: unknown; bid?: unknown; ask?: unknown; timestamp?: unknown };

function isBidAsk(messageHash: string | undefined): boolean {
  return messageHash !== undefined && messageHash.startsWith('bidask:');
}

type Heard = {
  readonly offer: (said: Said, frame: string) => void;
  readonly lost: () => void;
};

/**
 * Listens in on a socket of the library: every message that is read as a best bid and ask is
 * offered at once, together with the very text it came in.
 */
function listen(socket: VenueSocket, heard: Heard): void {
  const { onMessage, resolve, onClose, onError, send } = socket;
  let frame: string | null = null;
  socket.onMessage = (event) => {
    frame = String(event.data);
    try {
      onMessage.call(socket, event);
    } finally {
      frame = null;
    }
  };
  socket.resolve = (result, messageHash) => {
    if (frame !== null && isBidAsk(messageHash)) heard.offer(result as Said, frame);
    return resolve.call(socket, result, messageHash);
  };
  socket.send = (message) => {
    const sent = send.call(socket, message);
    // The library waits its turn and lets go of what then fails; the socket closed, which is heard.
    sent.catch(() => undefined);
    return sent;
  };
  socket.onClose = (event) => {
    onClose.call(socket, event);
    heard.lost();
  };
  socket.onError = (error) => {
    onError.call(socket, error);
    heard.lost();
  };
}

/** Listens in on every socket an exchange opens from now on. */
export function tapBidsAsks(exchange: Exchange, heard: Heard): void {
  const { client } = exchange;
  const tapped = new WeakSet<VenueSocket>();
  exchange.client = (address) => {
    const socket = client.call(exchange, address);
    if (!tapped.has(socket)) {
      tapped.add(socket);
      listen(socket, heard);
    }
    return socket;
  };
}
