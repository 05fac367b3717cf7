import './gallery.css';
import { loadAllTexts } from '@candor/locales';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery.tsx';

await loadAllTexts();
const root = document.getElementById('root');
if (root === null) throw new Error('no #root in the gallery');
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
