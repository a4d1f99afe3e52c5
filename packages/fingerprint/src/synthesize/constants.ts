/** Every number of the synthesizer. Lengths are pixels at 500 dpi (0.0508 mm), angles radians, unless said otherwise. */

export const DPI = 500;
export const IMAGE_WIDTH = 360;
export const IMAGE_HEIGHT = 400;

/** The finger pad that is grown: a little more than any impression can touch. */
export const MASTER_WIDTH = 344;
export const MASTER_HEIGHT = 456;
/** Ridges are about nine pixels apart, so growing them on every second pixel loses nothing and takes a quarter of the time. */
export const GROWTH_SCALE = 2;
/** A master takes 314 kB; a drawer of fingers or a test goes over its impressions finger by finger. */
export const CACHED_MASTERS = 16;

/** How often each pattern occurs in nature, in percent. */
export const PATTERN_SHARES = {
  rightLoop: 32,
  leftLoop: 34,
  whorl: 22,
  doubleLoop: 6,
  tentedArch: 3,
  arch: 3,
} as const;

/** Singular points, relative to the pad's centre; y grows upwards. */
export const CORE_X = 14;
export const CORE_Y = [0, 46] as const;
export const DELTA_SIDE = [78, 118] as const;
export const DELTA_DROP = [92, 140] as const;
export const WHORL_CORE_DISTANCE = [22, 64] as const;
export const WHORL_TILT = 0.25;
export const DOUBLE_LOOP_CORE_DISTANCE = [44, 70] as const;
export const DOUBLE_LOOP_TILT = [0, 0.8] as const;
/** How far the flow at the centre is turned, and how far around. */
export const WHORL_TWIST = 0.3;
export const DOUBLE_LOOP_TWIST = [0.9, 1.3] as const;
export const TWIST_REACH = 42;
export const TENTED_DELTA_OFFSET = 4;
export const TENTED_DELTA_DROP = [62, 96] as const;
/** Spread of each singular point's own bends of the flow, away from the plain zero-pole model. */
export const SINGULAR_BEND = 0.14;
/** Rounds the ridges that turn around a core and straightens those of its tail. */
export const CORE_ROUNDING = 0.5;
/** Ridges slope down towards both sides of the pad by this much at its edge, more than singular points alone explain. */
export const DOME_SLOPE = [0.45, 0.7] as const;
export const DOME_HALF_WIDTH = 150;
/** The slope begins this far below the pattern's centre and is whole after so much more. */
export const DOME_STARTS_BELOW = 130;
export const DOME_RISES_OVER = 160;
/** An arch: its steepest slope, how far below the centre that lies, over which height it fades, and the width of the wave. */
export const ARCH_RISE = [0.7, 1.25] as const;
export const ARCH_DROP = 40;
export const ARCH_REACH = 110;
export const ARCH_HALF_WAVE = 240;
export const ORIENTATION_WOBBLE = 0.13;
export const ORIENTATION_WOBBLE_CELL = 72;

export const RIDGE_PERIOD = [8.1, 9.9] as const;
/** Neighbouring regions of one finger differ by about this share. */
export const RIDGE_PERIOD_SPREAD = 0.12;
export const RIDGE_PERIOD_CELL = 96;
/** Ridges are wider towards the joint. */
export const RIDGE_PERIOD_JOINT = 0.14;

/** The filter bank of the growth, in pixels of the growth grid. */
export const FILTER_RADIUS = 4;
export const FILTER_ORIENTATIONS = 64;
export const FILTER_PERIODS = 10;
export const FILTER_MIN_PERIOD = 3.4;
export const FILTER_MAX_PERIOD = 6.2;
/** Across the ridge as a share of the period, and along the ridge in pixels. */
export const FILTER_SIGMA_ACROSS = 0.42;
export const FILTER_SIGMA_ALONG = 2.3;
export const FILTER_GAIN = 2.1;

/** One seed per this many pixels of the growth grid: fewer seeds meet less often, which leaves fewer minutiae. */
export const PIXELS_PER_SEED = 50;
export const SEED_STRENGTH = 6;
export const GROWTH_ITERATIONS = 8;
/** The grown wave is cut at its crests, which keeps minutiae crisp. */
export const CREST_GAIN = 1.5;
/** The pad's outline: an ellipse of the master's axes, and this much of its squared radius. What lies outside prints nothing. */
export const PAD_EXTENT = 1.1;

/** Pores sit on the ridges' crests; creases cross the pad and stay for life. Gap strengths are 0 to 255. */
export const PIXELS_PER_PORE = 95;
export const PORE_MIN_RELIEF = 0.75;
export const PORE_RADIUS = 0.8;
export const PORE_STRENGTH = [70, 170] as const;
export const MAX_CREASES = 4;
export const CREASE_LENGTH = [40, 150] as const;
export const CREASE_HALF_WIDTH = [0.6, 1.5] as const;
export const CREASE_STRENGTH = 230;
/** A crease or scratch starts within this share of the picture, and turns by this much per pixel. */
export const STROKE_STARTS = [0.15, 0.85] as const;
export const STROKE_WAVER = 0.05;

/** Where an impression lands, as standard deviations; a normal draw here never exceeds 3.5 of them. */
export const ROTATION_SPREAD = 0.13;
export const TOUCH_SPREAD_X = 11;
export const TOUCH_SPREAD_Y = 19;
export const IMAGE_SPREAD = 8;
/** The contact region: half its width, and its height as a multiple of its width. */
export const CONTACT_HALF_WIDTH = [98, 132] as const;
export const CONTACT_ASPECT = [1.18, 1.42] as const;
/** Irregularity of the border as a share of the radius, for coarse and fine bays. */
export const BORDER_BAYS = [0.07, 0.05] as const;
export const BORDER_BAY_CELLS = [60, 9] as const;
/** Contact fades over this last share of the radius. */
export const BORDER_FADE = 0.3;
/** How far the skin is lifted at the very edge, in units of the relief. */
export const BORDER_LIFT = 1.5;

/** Skin drags towards the edge of the contact, while its centre, pressed hardest, stays in place. */
export const DRAG_SPREAD = 6;
export const TORSION_SPREAD = 0.05;
export const STRETCH_SPREAD = 0.024;
export const DRAG_STARTS = 0.3;
export const WARP_SPREAD = 2.6;
/** The mapping is linear between knots this far apart. */
export const WARP_CELL = 8;
export const WARP_NOISE_CELL = 88;

/** Everything that makes a ridge wider or thinner is in units of the relief, -1 to 1. */
export const PRESSURE_SPREAD = 0.26;
export const MOISTURE = 0.45;
export const MOISTURE_CELL = 56;
export const PATCHES = 0.3;
export const PATCH_CELL = 20;
export const GRAIN = [0.3, 1.15] as const;
export const GRAIN_CELL = 3;
export const PIXEL_NOISE = 0.1;
/** Below the first, paper; above the second, full ink. */
export const INK_FROM = -0.3;
export const INK_FULL = 0.42;
export const PORE_VISIBILITY = [0.2, 1.1] as const;

export const MAX_SCRATCHES = 3;
export const SCRATCH_LENGTH = [20, 90] as const;
export const SCRATCH_HALF_WIDTH = [0.4, 0.9] as const;
export const SCRATCH_STRENGTH = 200;

/** Gray levels. */
export const BACKGROUND = [236, 252] as const;
export const BACKGROUND_NOISE = 5;
export const RIDGE_GRAY = [18, 70] as const;
export const RIDGE_GRAY_UNEVENNESS = 26;
/** Valleys inside the contact are a little darker than the free glass. */
export const VALLEY_SHADE = [4, 26] as const;
/** Skin that hangs further than this above the glass casts no shade. */
export const SHADE_FROM = 1.6;

/** Conditions that are asked for. What wet and dry skin add to the contact, in units of the relief. */
export const WET_PRESSURE = 0.5;
export const WET_BLOTS = 1;
export const BLOT_CELL = 24;
export const DRY_PRESSURE = -0.4;
export const DRY_GRAIN = 0.9;
/** Creases of a finger that has many. */
export const MANY_CREASES = 12;
/** How dark the print is that an earlier finger left, beside a fresh one. */
export const RESIDUE_INK = 0.14;

/** How far the glass ends within the picture, what its corners are cut by, and how much of white it lets through. */
export const PLATE_INSET = [4, 60] as const;
export const PLATE_CORNER = [20, 110] as const;
export const PLATE_SHADE = 0.85;
export const PLATE_EDGE = { gray: [30, 255], halfWidth: [0.5, 2] } as const;
export const BEYOND_PLATE = [255, 95, 250, 40] as const;
export const BEYOND_PLATE_NOISE = 4;
