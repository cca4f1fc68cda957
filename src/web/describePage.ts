import { words } from '../shared/words.ts';

const CAMPAIGN = words(
  'A private campaign for the day when Africans can cross Africa freely. Sign the Unity Declaration, ask us anything, or apply for the campaign’s passport kit.',
);

/** Status, title and description of each public address. */
const PAGES: Record<
  string,
  { status: number; isEager?: boolean; title: string; description: string }
> = {
  '/': { status: 200, title: words('One Africa Passport'), description: CAMPAIGN },
  '/sign': { status: 200, title: words('Sign the Unity Declaration'), description: CAMPAIGN },
  '/apply': { status: 200, title: words('Apply for the campaign kit'), description: CAMPAIGN },
  '/join': { status: 200, isEager: true, title: words('Join the Movement'), description: CAMPAIGN },
  '/contact': { status: 200, title: words('Request Information'), description: CAMPAIGN },
  '/thanks/declaration': {
    status: 200,
    title: words('Declaration Signed!'),
    description: CAMPAIGN,
  },
  '/thanks/contact': {
    status: 200,
    title: words('Message Sent Successfully!'),
    description: CAMPAIGN,
  },
};

export function describePage(path: string) {
  return PAGES[path] ?? { status: 404, title: words('Page Not Found'), description: '' };
}
