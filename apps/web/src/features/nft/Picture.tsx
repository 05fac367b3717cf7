import type { NftToken } from '@candor/protocol/light';
import type { ReactElement } from 'react';

/** A token's picture, in the width that fits, loaded when it comes near. */
export function Picture(props: {
  readonly token: Pick<NftToken, 'title' | 'image' | 'images'>;
  /** How wide it stands, as the browser reads it. */
  readonly sizes: string;
  readonly className?: string;
}): ReactElement {
  const { token, sizes, className = '' } = props;
  return (
    <img
      src={token.image}
      srcSet={token.images.map(({ width, url }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      alt={token.title}
      loading="lazy"
      decoding="async"
      width={640}
      height={640}
      style={{ aspectRatio: '1' }}
      className={`w-full bg-sunken object-cover ${className}`}
    />
  );
}
