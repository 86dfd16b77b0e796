import { testJourney } from './journey';

testJourney('en');
