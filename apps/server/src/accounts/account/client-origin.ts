/** Where a token is kept: a browser's cookie, or by a client that has none. */
export type Client = 'web' | 'api';

/** Who signs in, from where. */
export type ClientOrigin = {
  readonly client: Client;
  readonly address: string;
  readonly device: string;
};
