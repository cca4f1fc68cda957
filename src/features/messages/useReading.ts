import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../web/api.ts';
import { readConversation } from './conversation.contract.ts';
import { useRefresh } from './useRefresh.ts';
import { useVisible } from './useVisible.ts';

/** What is open before somebody's eyes has been read. */
export function useReading(otherId: string, unread: number): void {
  const refresh = useRefresh();
  const isVisible = useVisible();
  const { mutate } = useMutation({
    mutationFn: (id: string) => call(readConversation, { params: { id } }),
    onSuccess: refresh,
  });
  useEffect(() => {
    if (isVisible && unread > 0) mutate(otherId);
  }, [isVisible, unread, otherId, mutate]);
}
