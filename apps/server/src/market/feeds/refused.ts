/** A feed that cannot run as it was asked for; the message says what would work. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
}
