import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** Every cookie that the site sets (a test looks for others), and that there is nothing else. */
export const COOKIES = section(
  'cookies',
  {
    title: words('Cookie Policy'),
    intro: words(
      'A cookie is a small note that a site leaves in your browser. We set seven, and each does one thing, explained here. None follows you and none belongs to another company, so we do not need to ask you to accept them. If you choose to pay with PayPal, PayPal stores notes of its own, too.',
    ),
    s1_title: words('While you read'),
    s1_text: words(
      '“opened” remembers when you opened a page, so that we can spot a program that sends a form back too fast. It is deleted when you close the browser.\n\n“lang” remembers the language you chose with the link at the top or bottom of a page. It stays for a year, and nothing else sets it.',
    ),
    s2_title: words('When you apply for the kit'),
    s2_text: words(
      '“application” links this browser to your application, so that you can come back to it and pay. It holds a random number and nothing about you, and lasts 180 days. “Forget me on this device” removes it. Even with it, the details you typed are hidden after an hour.\n\n“applied” tells the page to show your application at once. It opens nothing and goes with the other.',
    ),
    // Where it is read; its number keeps the texts that administrators wrote for the others in their places.
    s7_title: words('When you pay with PayPal'),
    s7_text: words(
      'We load PayPal’s script when “Card” is open in the payment window, and not before. PayPal can then set cookies of its own on paypal.com. It also keeps a random number for your visit in the storage that your browser has for our site, under names such as “__paypal_storage__”. We neither choose nor read what PayPal stores. PayPal explains it in its own privacy and cookie statements.',
    ),
    s3_title: words('When you log in'),
    s3_text: words(
      '“sid” is your session: a random number that says it is you. It is deleted when you log out, after a while without a visit, and after 30 days at the latest.\n\n“signed_in” tells the page to get ready for you. It gives no access and ends with the session.\n\n“known_browser” remembers that you have logged in here before. Strangers who try passwords on your account then cannot lock you out, and we can write to you when an unknown browser logs in. It stays for a year. When your password changes, your account forgets the browsers it knew.',
    ),
    s4_title: words('How they are protected'),
    s4_text: words(
      'Where the address begins with https, every cookie has a name that begins with “__Host-”. This means that no other site can read or set it. Scripts in the page can read only “signed_in” and “applied”. When you sign, the page notes the time in your browser’s storage, so that it can remind you to confirm your signature. The note is deleted when you open the link in our email, and is ignored after a day. If you pay from a wallet, the wallet’s software notes there which wallet you chose. We keep nothing else in your browser’s storage.',
    ),
    s5_title: words('What we do not use'),
    s5_text: words(
      'No visit counters, no ads, and no social network buttons that watch you. Our share links are plain links: nothing loads from the other site until you follow one.',
    ),
    s6_title: words('If you refuse cookies'),
    s6_text: words(
      'You can delete or block all of them in your browser. You can still read, sign the Unity Declaration and write to us. You cannot apply for the kit or log in, because we could not tell that it is still you. Without “lang”, French pages link to French pages. All other pages link to pages in the language your browser prefers.',
    ),
  },
  ['intro', 's1_text', 's2_text', 's3_text', 's4_text', 's5_text', 's6_text', 's7_text'],
);
