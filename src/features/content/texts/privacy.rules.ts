import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** What this software does with what people tell it, as it is. A feature that keeps more says so here. */
export const PRIVACY = section(
  'privacy',
  {
    title: words('Privacy Policy'),
    intro: words(
      'We ask for what we need, and we do not follow you around the web. Other members see your name only if you let them find you or if you write to them. This page says what we keep, why, and who can read it.',
    ),
    // A line is a row; | parts its cells.
    s10_title: words('What, why and how long'),
    s10_text: words(
      'What | Why | How long\nYour signature: name, email address, country, time | To count it once, and to ask you to confirm it | Until you withdraw it; as a rule 30 days if you never confirm it\nWhose link you signed through | To count signatures by link | 90 days\nA scrambled mark of your network when you sign | To detect mass signing | 7 days\nWhat you write in our forms | To answer you | Until it is no longer needed, or you ask us to delete it\nYour application for the kit | To make the kit, deliver it and write to you | Until it is no longer needed, or you ask us to delete it\nPayments and receipts | To prove what was paid | They stay\nYour account, profile and messages | To let you log in and write to members | Until you delete the account\nYour session: your browser, when it was last here | To keep you logged in | 30 days at most',
    ),
    s1_title: words('What you tell us'),
    s1_text: words(
      'The Unity Declaration: your full name, email address and country, and when you signed. The public pages show only how many people have signed, in total and by country.\n\nA paper sheet: the name, country and day that you wrote on it, and your email address if you gave it. We count these signatures separately and send no email to these addresses.\n\nThe contact, volunteer and partnership forms: what you write in them.\n\nThe application for the kit: your name, date and place of birth, nationality, telephone number, email and home address, and that you have understood what the kit is not. We need them to make the kit, deliver it and write to you about it.\n\nAn account: your name, your email address, your password in a form that nobody can turn back into the password, your other login settings, and when you were last here.\n\nWe also keep your profile, the messages you write and receive, whom you have blocked and what you have reported.',
    ),
    // Where it is read; the numbers keep the texts that administrators wrote for the others in their places.
    s9_title: words('Your share link'),
    s9_text: words(
      'With your signature we keep one word for where it came from, such as “direct”, “referral” or a word from one of our own links.\n\nEveryone who signs gets a share link with a random code. If you sign through someone’s link, we keep whose link it was for 90 days, to count how many people signed through it. They see the number, never who signed. Administrators see the names of the ten people whose links brought the most signatures.\n\nAfter 90 days we delete whose link it was and keep only the number. If you withdraw before that, you are taken out of the number. If the person whose link you used withdraws, we keep whose link they had used instead.\n\nWe read this from the address of our page. It needs no cookie, and nobody is tracked.',
    ),
    s2_title: words('What you pay'),
    s2_text: words(
      'We keep the plan, the amounts, the dates, the payment method, and the confirmation or reference number you give us. We never see your card number or your bank login.',
    ),
    s3_title: words('What your browser tells us'),
    s3_text: words(
      'We count requests from your network address in memory for a few minutes, so that programs cannot flood our forms. We write the address neither to the database nor to our logs.\n\nWhen you sign, we keep a scrambled mark of your network and how long our page was open for seven days, to detect mass signing.\n\nWhen you log in, we note with the session which browser you use and when it was last here, until the session ends. You can see this list in your account.\n\nThere are no ads, no other companies’ counters, and no scripts, fonts or pictures from other sites, except PayPal’s in the payment window. The Cookie Policy names every cookie we set.',
    ),
    s4_title: words('Who can read it'),
    s4_text: words(
      'The campaign’s administrators can read what you send us and export it as lists. They cannot read messages between members, except those that the recipient reports to them.\n\nThe courier gets your name, address and telephone number. The companies that run our server and deliver our emails process your data on our behalf.\n\nWe sell nothing and give nothing away for advertising.',
    ),
    s5_title: words('Emails'),
    s5_text: words(
      'We confirm what you send us, answer you, and write about your application and your payments.\n\nNews of the campaign is for people who tick the box for it. The box is never ticked for you. If you ticked it when you signed, you get up to three emails after you confirm, and one when five people have signed through you. Each has a link to unsubscribe, or write to us and we stop.\n\nWe keep a list of the emails we have sent: to whom, when and with what subject. The text of automatic emails is kept encrypted until they are sent, and then erased.',
    ),
    s6_title: words('How long we keep it'),
    s6_text: words(
      'We keep what you send us until it is no longer needed or you ask us to delete it. For some records we set a time after which they are deleted automatically.\n\nYou can delete your account yourself at any time. Your profile and your conversations go with it and, a day later, so do our records of emails to you. An application that you added to your account loses your details once it is over.\n\nWhat you wrote to others stays with them without your name, and payments and receipts stay.\n\nSessions end automatically. Copies that help a browser to repeat a lost request are encrypted and deleted after a week.\n\nThe records of payments and of what administrators did are written once and never changed, because accounts that can be rewritten prove nothing.',
    ),
    s7_title: words('How we protect it'),
    s7_text: words(
      'In the browser where you applied, your details are hidden after an hour. Every change to the account that receives the money is reported to all administrators. No system is completely safe. If your data ever falls into the wrong hands, we will tell you.',
    ),
    s8_title: words('Your rights'),
    s8_text: words(
      'As a member, you can download a copy of everything we keep about you, or delete your account, on your profile page.\n\nAnyone can ask us for a copy of what we keep about them, have it corrected or deleted, withdraw consent, or object to how we use it. Write to us and one of us will answer.\n\nIf your country has a data protection authority, you can also complain to it.',
    ),
  },
  [
    'intro',
    's1_text',
    's2_text',
    's3_text',
    's4_text',
    's5_text',
    's6_text',
    's7_text',
    's8_text',
    's9_text',
    's10_text',
  ],
);
