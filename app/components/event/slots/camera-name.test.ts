import { expect, test } from 'vitest';
import { isCameraName } from './camera-name';

test.each([
  'IMG_1234.jpg',
  'IMG_E1234.HEIC',
  'IMG-20260601-WA0003.jpg',
  'PXL_20260601_123456789.PORTRAIT.jpg',
  '_DSC0042.JPG',
  '20260601_123456.jpg',
  'image.jpg',
  '8F2CDEAD-93B1-4C0E-9F7C-0123456789AB.jpeg',
])('%s is a device’s name', (name) => {
  expect(isCameraName(name)).toBe(true);
});

test.each(['Zoé.jpg', 'Jo.jpg', 'The cake.jpg', 'dance 2.png', 'Gâteau_1.webp', '写真の木.jpg'])(
  '%s is a name given by a person',
  (name) => {
    expect(isCameraName(name)).toBe(false);
  },
);
