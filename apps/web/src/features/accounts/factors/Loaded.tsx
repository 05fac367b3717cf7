import { ErrorNote, useT } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { Waiting } from '../../../lib/Paged.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { failureOf } from '../../../lib/query.ts';

/** What a section shows once its state is known; until then its shape, or why it is not known. */
export function Loaded(props: {
  readonly of: { readonly data: unknown; readonly error: unknown };
  readonly children?: ReactNode;
}): ReactElement {
  const t = useT();
  const { data, error } = props.of;
  if (data !== undefined) return <>{props.children}</>;
  const failure = failureOf(error);
  if (failure !== null) return <ErrorNote className="mt-3">{failureText(failure, t)}</ErrorNote>;
  return <Waiting rows={2} className="mt-4 grid gap-3" />;
}
