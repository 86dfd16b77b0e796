import { setPasswordCost } from '~/models/session/password.server';
import { CHEAP_PASSWORDS } from './server';

// Runs at the start of each worker of the models' tests.
setPasswordCost(Number(CHEAP_PASSWORDS));
