import { setPasswordCost } from '~/models/session/password.server';
import { CHEAP_PASSWORDS } from './server';

// What each worker of the models' tests begins with.
setPasswordCost(Number(CHEAP_PASSWORDS));
