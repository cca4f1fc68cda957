import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** Every cookie that the site sets (a test looks for others), and that there is nothing else. */
export const COOKIES = section(
  'cookies',
  {
    title: words('Cookie Policy'),
    intro: words(
      'A cookie is a small note that a site leaves in your browser. We leave six, and each does one thing that you can see. None follows you, none belongs to another company, and so we need not ask you to accept them.',
    ),
    s1_title: words('While you read'),
    s1_text: words(
      '“opened” remembers when you opened a page, so that a form which comes back within a second is known to come from a program. It goes when you close the browser.\n\n“lang” remembers a language that you chose by its link at the top or the foot of a page. It stays for a year, and nothing else leaves it.',
    ),
    s2_title: words('When you apply for the kit'),
    s2_text: words(
      '“application” connects this browser with your application, so that you can come back to it and pay. It holds a random number and nothing about you, and stays for 180 days. “Forget me on this device” takes it away. After an hour the details that you typed are hidden even with it.',
    ),
    s3_title: words('When you log in'),
    s3_text: words(
      '“sid” is your session: a random number that says it is you. It goes when you log out, when you have not come for a while, and after 30 days at the latest.\n\n“signed_in” tells the page to get ready for you. It opens nothing and goes with the session.\n\n“known_browser” remembers that you have logged in here before, so that strangers who try passwords on your account cannot lock you out of it, and so that we can write to you when a browser that we do not know logs in. It stays for a year.',
    ),
    s4_title: words('How they are kept'),
    s4_text: words(
      'Where the address begins with https, the names of all but “signed_in” begin with “__Host-”, which means that no other site can read or set them. Scripts in the page can read “signed_in” only. When you sign, the page notes the time in your browser’s storage, so that it can say that your signature waits for your confirmation. The note goes when you open the link in our email, and is not read after a day. If you pay from a wallet, the wallet’s software notes there which wallet you chose. We keep nothing else in your browser’s storage.',
    ),
    s5_title: words('What is not here'),
    s5_text: words(
      'No counters of visits, no advertisements, no buttons of social networks that watch you. Our share links are plain links: nothing is loaded from the other site until you follow one.',
    ),
    s6_title: words('If you refuse cookies'),
    s6_text: words(
      'You can delete or block all of them in your browser. Reading, signing the Unity Declaration and writing to us still work. Applying for the kit and logging in do not, because we could not tell that it is still you. Without “lang”, pages in French lead on to pages in French, and all others to pages in the language that your browser prefers.',
    ),
  },
  ['intro', 's1_text', 's2_text', 's3_text', 's4_text', 's5_text', 's6_text'],
);
