import { Button, DownloadIcon, ErrorNote } from '@candor/ui';
import type { ReactElement } from 'react';
import { AuditHead, AuditView } from '../features/audit/AuditView.tsx';
import { PageFrame } from '../lib/PageFrame.tsx';
import type { AnsweredFile } from '../lib/http.ts';
import { saveFile } from '../lib/save-file.ts';
import { useDeskT } from '../lib/texts.ts';
import { useCommand } from '../lib/use-command.ts';

/** What was done at this desk and at the terminal, chained and signed. */
export function Audit(): ReactElement {
  const t = useDeskT();
  const command = useCommand();
  const save = async (): Promise<void> => {
    const answer = await command.send('audit.export');
    // The call answers with a file in the place of its result.
    if (answer !== null) saveFile(answer.value as unknown as AnsweredFile);
  };
  const aside = (
    <Button
      variant="secondary"
      size="sm"
      busy={command.isBusy ? t('audit.exporting') : undefined}
      onClick={() => void save()}
    >
      <DownloadIcon size={16} />
      {t('audit.export')}
    </Button>
  );
  return (
    <PageFrame title={t('nav.audit')} aside={aside} fills>
      {command.problem !== null && <ErrorNote className="mx-5 mb-3">{command.problem}</ErrorNote>}
      <AuditHead />
      <AuditView />
    </PageFrame>
  );
}
