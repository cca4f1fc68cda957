import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OwnShareLink } from './OwnShareLink.tsx';

const url = 'https://oneafrica.example/?by=abcd2345';

test.each([
  [0, /Nobody has signed through you yet/],
  [1, /1 person signed through you\./],
  [12, /12 people signed through you\./],
])(
  'says of %i how many signed, with the signer’s own link in every way to share',
  (count, said) => {
    render(<OwnShareLink publicUrl="https://oneafrica.example" code="abcd2345" count={count} />);
    expect(screen.getByText(said)).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Your share link' })).toHaveProperty('value', url);
    const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
    expect(ways).toHaveLength(6);
    for (const way of ways) expect(way).toContain(encodeURIComponent(url));
  },
);
