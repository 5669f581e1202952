import type { Feature, ViewIcons } from '../../data/feature.ts';
import { features, type KeyOfPart } from '../features.ts';

export const viewIcons: ViewIcons = Object.assign({}, ...features.map((feature: Feature) => feature.viewIcons)) as Pick<
  ViewIcons,
  KeyOfPart<'viewIcons'>
>; // assign loses the keys
