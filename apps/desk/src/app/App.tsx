import { Button, Empty, ErrorNote, Skeleton, ToastHost, useLayout } from '@candor/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  Component,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
} from 'react';
import { Redirect, useLocation } from 'wouter';
import { PageFrame } from '../lib/PageFrame.tsx';
import { HOME, LINK_PATH, PAGES, type PageName, pageOf } from '../lib/paths.ts';
import { queryClient } from '../lib/query.ts';
import { hasRole, restoreSession, useMember, useSession } from '../lib/session.ts';
import { useDeskT } from '../lib/texts.ts';
import { Enrol } from '../pages/Enrol.tsx';
import { SignIn } from '../pages/SignIn.tsx';
import { Shell } from '../shell/Shell.tsx';
import { COMPONENTS } from './page-list.tsx';

function Waiting(): ReactElement {
  return (
    <div className="grid content-start gap-4 p-6" aria-busy="true">
      <Skeleton className="h-8 w-1/3" />
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

/** A page that broke leaves the frame, so that the member can go on elsewhere. */
class PageGuard extends Component<
  { readonly fallback: ReactNode; readonly children: ReactNode },
  { readonly isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}

function Page({ name }: { readonly name: PageName }): ReactElement {
  const t = useDeskT();
  const member = useMember();
  const page = PAGES[name];
  useEffect(() => {
    document.title = t('app.title', { page: t(page.title) });
  }, [t, page]);
  if (!hasRole(member, page.roles)) {
    return (
      <PageFrame title={t(page.title)}>
        <Empty title={t('app.not-for-role')} className="px-0">
          {t('app.not-for-role-text')}
        </Empty>
      </PageFrame>
    );
  }
  const Shown = COMPONENTS[name];
  return (
    <PageGuard
      key={name}
      fallback={
        <ErrorNote
          className="m-6"
          action={
            <Button size="sm" variant="secondary" onClick={() => location.reload()}>
              {t('app.reload')}
            </Button>
          }
        >
          {t('app.page-broken')}
        </ErrorNote>
      }
    >
      <Suspense fallback={<Waiting />}>
        <Shown />
      </Suspense>
    </PageGuard>
  );
}

function Inside({ path }: { readonly path: string }): ReactElement {
  const name = pageOf(path);
  if (name === null) return <Redirect to={HOME} replace />;
  return (
    <Shell>
      <Page name={name} />
    </Shell>
  );
}

/** What stands for the server's answer, or says that none came. */
function Unreachable(): ReactElement {
  const t = useDeskT();
  return (
    <main className="mx-auto grid min-h-page max-w-[440px] content-center p-4">
      <ErrorNote
        action={
          <Button size="sm" variant="secondary" onClick={() => void restoreSession()}>
            {t('app.try-again')}
          </Button>
        }
      >
        {t('network.failed')}
      </ErrorNote>
    </main>
  );
}

function Routed(): ReactElement {
  const session = useSession();
  const [path] = useLocation();
  if (path === LINK_PATH) return <Enrol />;
  if (session.state === 'restoring') return <Waiting />;
  if (session.state === 'unreachable') return <Unreachable />;
  // The address stays: the member is where the link led once the sign-in is done.
  if (session.state === 'out') return <SignIn isOver={session.isOver} />;
  return <Inside path={path} />;
}

/** The whole page: what the address asks for, once it is known who asks. */
export function App(): ReactElement {
  const layout = useLayout();
  useLayoutEffect(() => {
    document.documentElement.dataset['layout'] = layout;
  }, [layout]);
  return (
    <QueryClientProvider client={queryClient}>
      <Routed />
      <ToastHost />
    </QueryClientProvider>
  );
}
