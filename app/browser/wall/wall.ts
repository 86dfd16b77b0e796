import type { WallPageData } from './page-data';
import { startWall } from './program';

// The script of a wall's page.

const element = document.getElementById('wall-data');
startWall(JSON.parse((element && element.textContent) || '{}') as WallPageData);
