import { createContext } from 'react';

/** Whether the sandbox takes the place of mail and money on this site. */
export const SandboxContext = createContext(false);
