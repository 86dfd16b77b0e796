import { inject } from 'vitest';
import { Client } from '../setup/client';
import { createContract } from '../setup/contract';

// Compares every answer that an API test gets with the description of the API.
Client.contract ??= createContract(inject('apiDocument'));
