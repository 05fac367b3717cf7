/** The embedded database cannot run here; the message says why and what to do, in a sentence. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The database runs with settings under which an acknowledged commit can be lost. */
export class UnsafeDatabaseSettings extends Error {
  override readonly name = 'UnsafeDatabaseSettings';
  readonly settings: readonly string[];

  constructor(settings: readonly string[]) {
    super(
      `The database would not keep what it has confirmed (${settings.join(', ')}): ` +
        'turn these settings on and start again.',
    );
    this.settings = settings;
  }
}
