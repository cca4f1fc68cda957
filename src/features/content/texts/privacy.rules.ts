import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** What this software does with what people tell it, as it is. A feature that keeps more says so here. */
export const PRIVACY = section(
  'privacy',
  {
    title: words('Privacy Policy'),
    intro: words(
      'We ask for what we need, and we follow nobody around the web. Your name is shown to nobody but members whom you let find you or write to. This page says what we keep, why, and who can read it.',
    ),
    s1_title: words('What you tell us'),
    s1_text: words(
      'The Unity Declaration: your full name, email address and country, and the moment when you signed. The public pages show only how many people have signed, in all and by country.\n\nWith your signature we keep one word for where it came from, such as “direct”, “referral” or a word from one of our own links. Everyone who signs gets a share link with a random code. If you sign through someone’s link, we keep whose link it was for 90 days, to count how many people signed through it. They see the number, never who signed. Administrators see the names of the ten people through whom most have signed. After 90 days, or once either of you withdraws, we delete whose link it was and keep only the number. We read this from the address of our page. It needs no cookie, and nobody is tracked.\n\nA paper sheet: the name, country and day that you wrote on it, and your email address if you gave it. We count these signatures apart and send no email to these addresses.\n\nThe contact, volunteer and partnership forms: what you write into them.\n\nThe application for the kit: your name, date and place of birth, nationality, telephone, email and home address, and that you have understood what the kit is not. We need them to make the kit, to deliver it and to write to you about it.\n\nAn account: your name, your email address, your password in a form that nobody can turn back into the password, what else guards the account, and when you were last here. Your profile, the messages that you write and receive, whom you have blocked and what you have reported.',
    ),
    s2_title: words('What you pay'),
    s2_text: words(
      'We keep the plan, the amounts, the dates, the way of payment, and the confirmation or reference number that you give us. We never see the number of a card or the login of a bank.',
    ),
    s3_title: words('What your browser tells us'),
    s3_text: words(
      'Your network address is counted in memory for a few minutes, so that programs cannot flood our forms; we write it neither into the database nor into our logs. When you log in, we keep with the session which browser you use and when it was last here, until the session ends. You see this list in your account.\n\nThere are no advertisements, no counters of other companies, and no scripts, fonts or pictures from anywhere else. The Cookie Policy names every cookie.',
    ),
    s4_title: words('Who can read it'),
    s4_text: words(
      'The administrators of the campaign can read what you send us and can save it as lists. Messages between members they cannot read, except those that their recipient reports to them. The courier gets your name, address and telephone. The companies that run our server and carry our mails move your data on our behalf. We sell nothing and give nothing away for advertising.',
    ),
    s5_title: words('Mails'),
    s5_text: words(
      'We confirm what you send us, answer you, and write about your application and your payments. News of the campaign is for those who tick the box for it, and the box is never ticked for you. If you ticked it when you signed, we also write to you once when five people have signed through you. Write to us and we stop. We keep a list of the mails that we have sent: to whom, when, and with which subject. The words of the automatic ones are kept encrypted until they are sent, and then erased.',
    ),
    s6_title: words('How long we keep it'),
    s6_text: words(
      'We keep what you send us until it is no longer needed or you ask us to delete it; for some records we set a time after which they are deleted by themselves. Your account you can delete yourself at any time: your profile and your conversations go with it, and so do, a day later, our records of mails to you. An application that you took over loses your details once it is over. What you wrote to others stays with them without your name, and payments and receipts stay. Sessions end by themselves. Copies that help a browser to repeat a lost request are encrypted and deleted after a week.\n\nThe records of payments and of what administrators did are written once and never changed, because accounts that can be rewritten prove nothing.',
    ),
    s7_title: words('How we guard it'),
    s7_text: words(
      'In the browser in which you applied, your details are hidden after an hour. Every change of the account to which money is sent is reported to all administrators. No system is safe from everything: should your data ever come into wrong hands, we tell you.',
    ),
    s8_title: words('Your rights'),
    s8_text: words(
      'As a member you can save a copy of all that we keep about you, and delete your account, on your profile page. Everybody can ask us for a copy of what we keep about them, have it corrected or deleted, take back a consent, or object to what we do with it. Write to us; a person answers. Where your country has an authority for data protection, you can also complain there.',
    ),
  },
  ['intro', 's1_text', 's2_text', 's3_text', 's4_text', 's5_text', 's6_text', 's7_text', 's8_text'],
);
