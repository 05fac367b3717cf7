import type { FastifyInstance } from 'fastify';

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const;

/** Origins of one web server's own pages, spelt as browsers do ("http://localhost:3000"). */
export type OwnOrigins = {
  /** The public address, or this machine under each of its names; none while nothing listens. */
  origins(): readonly string[];
  /** Tells where the server listens. */
  listensAt(http: Pick<FastifyInstance, 'addresses'>): void;
};

/** Origins of a server that browsers reach by `publicUrl`; null: on this machine alone. */
export function createOwnOrigins(publicUrl: string | null): OwnOrigins {
  let listening: Pick<FastifyInstance, 'addresses'> | null = null;
  return {
    origins() {
      if (publicUrl !== null) return [new URL(publicUrl).origin];
      const addresses = listening?.addresses() ?? [];
      const ports = addresses.flatMap((one) => (typeof one === 'string' ? [] : [one.port]));
      return ports.flatMap((port) => OWN_NAMES.map((name) => `http://${name}:${port}`));
    },
    listensAt(http) {
      listening = http;
    },
  };
}
