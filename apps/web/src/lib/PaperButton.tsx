import { Button, DownloadIcon, ErrorNote, useLocale, useT } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { download } from './download.ts';
import { failureText } from './failure-text.ts';
import type { CallFailure } from './http.ts';

/** The format of a document, by the name it has in every language. */
const PDF = 'PDF';

/** A document to take away, in the language of the page. */
export function PaperButton(props: {
  readonly call: 'loans.agreement' | 'loans.sale-report' | 'nft.certificate';
  readonly id: string;
  /** What it is, for those who hear the page. */
  readonly label: string;
}): ReactElement {
  const { call, id, label } = props;
  const t = useT();
  const { value: language } = useLocale();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const act = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const made = await download(call, { params: { id }, query: { language } });
    setBusy(false);
    if (!made.ok) setFailure(made.failure);
  };
  return (
    <>
      <Button
        variant="ghost"
        className="-me-4 text-accent! max-desktop:min-h-11"
        busy={isBusy ? t('records.downloading') : undefined}
        aria-label={`${label} ${PDF}`}
        onClick={() => void act()}
      >
        <DownloadIcon size={18} />
        {PDF}
      </Button>
      {failure !== null && <ErrorNote>{failureText(failure, t)}</ErrorNote>}
    </>
  );
}
