import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';
import { ANY_KIT_SENTENCE, NO_REFUND_SENTENCE } from '../../../shared/plan.ts';

/** What people and the campaign owe each other. Names no country's law; the form shows the amounts. */
export const TERMS = section(
  'terms',
  {
    title: words('Terms of Service'),
    intro: words(
      'These are the rules between you and the campaign, in plain words. Whoever uses this site, signs, or buys a kit agrees to them.',
    ),
    s1_title: words('Who we are'),
    s1_text: words(
      'We are a private initiative. We speak for ourselves and for those who sign with us: for no state, no party, and not for the African Union. None of them has given us a task or supports us.',
    ),
    s2_title: words('What the kit is not'),
    s2_text: words(
      'The kit is a keepsake of the campaign. It is no passport in the sense of the law and no travel document: no state has to let you in because of it, and no visa can be put into it. It proves neither your identity nor your age, and gives no citizenship and no right to live anywhere. Do not show it to officers at a border, to the police or at a bank. Keep using the passport that your state has given you.',
    ),
    s3_title: words('The Unity Declaration'),
    s3_text: words(
      'Sign once, with your own name. Signing is free, buys nothing and obliges you to nothing. We may publish how many people have signed, in all and by country. If you want your signature taken out, write to us.',
    ),
    s4_title: words('Price and payment'),
    s4_text: words(
      'The price of each plan, the number of its payments and their total stand beside the form and beside the button that pays. The price that was shown when you applied stays as long as you pay in time. If the plan has several payments, you can cancel it as the checkout says: you stop paying, and payments made are not returned. A payment counts once it has reached us.',
    ),
    s5_title: words('No refund'),
    s5_text: NO_REFUND_SENTENCE,
    s6_title: words('Delivery'),
    s6_text: ANY_KIT_SENTENCE,
    s7_title: words('If something is wrong'),
    s7_text: words(
      'If the kit does not come, comes damaged, or carries a wrong name, tell us, and we put it right. Please give us a street address: a courier cannot deliver to a P.O. box.',
    ),
    s8_title: words('Your part'),
    s8_text: words(
      'Tell us the truth about yourself, and apply for other people only when they want it. Keep your password to yourself. Do not pass the kit off as a document of a state: in many places that is a crime, and nobody can take it on for you. Do not send us anything that insults or threatens others, and do not try to break the site. We may remove such entries and close such accounts.',
    ),
    s9_title: words('What we answer for'),
    s9_text: words(
      'We take care that this site works and says what is true, and we name our sources. We cannot promise that it is never interrupted, nor that the campaign will reach its aim. Where the law makes us answer for something, these terms do not change that.',
    ),
    s10_title: words('Changes'),
    s10_text: words(
      'We may change these terms. For a kit that you have already applied for, the terms of that day hold.',
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
