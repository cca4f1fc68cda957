import { useState } from 'react';
import { useAddress } from '../../address.ts';

/** Whether something over the page is open. What is chosen in it is another page: there, and after Back, it is closed. */
export function useOpenHere(): [boolean, (isOpen: boolean) => void] {
  const { path, query } = useAddress();
  const here = `${path}?${query}`;
  const [known, setKnown] = useState(here);
  const [isOpen, setOpen] = useState(false);
  if (known !== here) {
    setKnown(here);
    setOpen(false);
  }
  return [isOpen && known === here, setOpen];
}
