import './styles.css';
import { loadDeskTexts } from '@candor/locales/desk';
import { currentLayout } from '@candor/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { listenToKeys } from './lib/keys.ts';
import { restoreSession } from './lib/session.ts';

async function start(): Promise<void> {
  const restored = restoreSession();
  await loadDeskTexts();
  document.documentElement.dataset['layout'] = currentLayout();
  const root = document.getElementById('root');
  if (root === null) throw new Error('no #root in the page');
  listenToKeys();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  await restored;
}

void start();
