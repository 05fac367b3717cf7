import { Empty, Pager, SelectField } from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { Waits } from '../../lib/Waits.tsx';
import { useDeskT } from '../../lib/texts.ts';
import { TokenTable } from './TokenTable.tsx';
import { LIST_PAGE, TOKEN_LISTS, type TokenList as Listed, useTokens } from './tokens-api.ts';

/** Tokens in a state, page after page. */
export function TokenList({ onOpen }: { readonly onOpen: (id: string) => void }): ReactElement {
  const t = useDeskT();
  const [state, setState] = useState<Listed>('open');
  const [page, setPage] = useState(1);
  const tokens = useTokens(state, page);
  const narrow = (next: Listed): void => {
    setState(next);
    setPage(1);
  };
  return (
    <>
      <SelectField
        className="mb-3 max-w-[260px] max-desktop:max-w-none"
        label={t('tokens.shown')}
        value={state}
        choices={TOKEN_LISTS.map((value) => ({ value, label: t(`tokens.state-${value}`) }))}
        onChange={narrow}
      />
      <Waits of={tokens}>
        {({ records, total }) =>
          records.length === 0 ? (
            <Empty title={t(`tokens.none-${state}`)} className="px-0" />
          ) : (
            <>
              <TokenTable caption={t(`tokens.state-${state}`)} rows={records} onOpen={onOpen} />
              <Pager
                label={t('tokens.pages')}
                page={page}
                total={total}
                size={LIST_PAGE}
                isOnItsWay={tokens.isFetching}
                onPage={setPage}
              />
            </>
          )
        }
      </Waits>
    </>
  );
}
