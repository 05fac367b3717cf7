import { Socket } from 'node:net';

/**
 * A socket that hands all that is written to it in one turn to the system at once. A transaction is
 * a dozen messages: one by one each of them would be a call to the system, and would wake the server
 * for itself.
 */
export function createTurnSocket(): Socket {
  const socket = new Socket();
  let isHeld = false;
  const hold = (): void => {
    if (isHeld) return;
    isHeld = true;
    socket.cork();
    process.nextTick(() => {
      isHeld = false;
      socket.uncork();
    });
  };
  // Connecting puts Node's own `write` back.
  socket.on('connect', () => {
    const write = socket.write.bind(socket) as (...written: readonly unknown[]) => boolean;
    socket.write = (...written: readonly unknown[]): boolean => {
      hold();
      return write(...written);
    };
  });
  return socket;
}
