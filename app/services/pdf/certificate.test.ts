import { expect, it } from 'vitest';
import { textOfPdf } from '../../../tests/pdf';
import { renderCertificate, type CertificateContent } from './certificate.server';

const CONTENT: CertificateContent = {
  layout: 'certificate',
  language: 'en',
  title: 'certificate',
  eventName: 'Party',
  day: '1 May 2026',
  place: 1,
  placeName: 'First place',
  name: 'Ann',
  stars: '3 stars',
  picture: null,
  shape: 1,
  alt: 'Photo',
};

// “E” was a part of “É” first, and fonts stay open from one PDF to the next.
it('keeps a letter copyable that was drawn before as part of another one', async () => {
  await renderCertificate({ ...CONTENT, name: 'Édith', eventName: 'ŸÉ' });
  const pdf = await renderCertificate({ ...CONTENT, name: 'Emma', eventName: 'Yearly Event' });
  const text = await textOfPdf(pdf);
  expect(text).toContain('Emma');
  expect(text).toContain('Yearly Event');
});
