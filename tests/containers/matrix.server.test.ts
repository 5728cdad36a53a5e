import { containerSettings, fewSettings, wallSettings } from './matrix-people.ts';
import { testMatrix } from './matrix.ts';

// The wall of a member, and each kind of container that the product has.

testMatrix('member', wallSettings);
testMatrix('group', containerSettings);
testMatrix('page', containerSettings, fewSettings);
testMatrix('event', fewSettings);
