import './schemas.ts';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageData, PageRequest } from '../shared/page.ts';
import { App } from './App.tsx';

function Woken({
  onAwake,
  ...page
}: {
  onAwake: () => void;
  request: PageRequest;
  data: PageData;
}) {
  useEffect(onAwake, [onAwake]);
  return <App {...page} />;
}

/** Takes the page over from the server's markup; resolves when its buttons answer. */
export function wake(): Promise<void> {
  const root = document.getElementById('app');
  const state = document.getElementById('state');
  if (!root || !state) return Promise.reject(new Error('The page came without its state.'));
  const page = JSON.parse(state.textContent ?? '') as { request: PageRequest; data: PageData };
  return new Promise((resolve) => {
    hydrateRoot(root, <Woken {...page} onAwake={resolve} />);
  });
}
