import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { createQueryClient } from './queries.ts';
import { ConfirmProvider } from './ui/confirm.tsx';
import { Toaster } from './ui/toast.tsx';

/** Opens a room of the dashboard at an address by itself, with what asks questions and says what was done. */
export function openPage(address: string, page: ReactNode): void {
  history.replaceState(null, '', address);
  render(
    createElement(
      QueryClientProvider,
      { client: createQueryClient(() => {}) },
      createElement(ConfirmProvider, null, page),
      createElement(Toaster),
    ),
  );
}
