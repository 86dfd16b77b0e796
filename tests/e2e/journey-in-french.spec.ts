import { testJourney } from './journey';

testJourney('fr');
