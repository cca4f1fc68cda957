import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { createQueryClient } from './queries.ts';
import { ConfirmProvider } from './ui/confirm.tsx';
import { Toaster } from './ui/toast.tsx';

/** Opens a page of the dashboard by itself at an address, with its confirmations and toasts. */
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
