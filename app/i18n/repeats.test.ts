import { expect, it } from 'vitest';
import { repeats } from './repeats';

it('recognizes a text that only repeats its title', () => {
  expect(repeats('Authentication Failed', 'Authentication failed')).toBe(true);
  expect(repeats('Access denied', 'Access denied.')).toBe(true);
  expect(repeats('Registration failed', 'Please try again')).toBe(false);
});
