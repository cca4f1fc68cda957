import './schemas.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemberPages } from './pages/MemberPages.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('The page came without its place for the application.');
const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as {
  sandbox?: boolean;
};
createRoot(root).render(
  <StrictMode>
    <MemberPages sandbox={state.sandbox === true} />
  </StrictMode>,
);
