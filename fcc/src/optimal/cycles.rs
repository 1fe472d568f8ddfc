//! The smallest set of vertices that hits every cycle of a graph, exactly.
//!
//! The graphs have a vertex for each card, 64 at most, and a word of arcs for each vertex. Vertices that no cycle can
//! pass (nothing leads to them, or they lead nowhere) are taken away, again and again; what is left is the *core*, of
//! some twenty vertices. Of a core the question is always whether one number of vertices is enough, since a move
//! changes the answer by one at most. It is not if more cycles are found that have no vertex in common. Otherwise a vertex is
//! in the set or all its partners in cycles of two are; where there are none, one vertex of a shortest cycle is.

/// The arcs of each vertex, as a set of vertices.
pub type Arcs = [u64; 64];

/// The vertices that are left when those without an arc from or to another are taken away, again and again.
#[inline(always)]
pub fn core(arcs: &Arcs, mut live: u64) -> u64 {
    loop {
        let (mut leading, mut reached) = (0, 0);
        let mut rest = live;
        while rest != 0 {
            let vertex = rest & rest.wrapping_neg();
            rest ^= vertex;
            let to = arcs[vertex.trailing_zeros() as usize] & live;
            reached |= to;
            leading |= if to == 0 { 0 } else { vertex };
        }
        let left = leading & reached;
        if left == live {
            return live;
        }
        live = left;
    }
}

/// Whether more than `count` vertices are needed to hit every cycle among `live`.
pub fn exceeds(arcs: &Arcs, live: u64, count: u32) -> bool {
    let core = core(arcs, live);
    if core == 0 {
        return false;
    }
    if count == 0 || packs_more(arcs, core, count) {
        return true;
    }
    let (vertex, partners) = most_partners(arcs, core);
    if partners != 0 {
        // A set that hits every cycle has the vertex, or all that are on a cycle of two with it.
        let others = partners.count_ones();
        return exceeds(arcs, core & !vertex, count - 1)
            && (others > count || exceeds(arcs, core & !partners, count - others));
    }
    let mut cycle = shortest_cycle(arcs, core);
    // It has a vertex of this cycle.
    while cycle != 0 {
        let vertex = cycle & cycle.wrapping_neg();
        cycle ^= vertex;
        if !exceeds(arcs, core & !vertex, count - 1) {
            return false;
        }
    }
    true
}

/// The vertex that is on the most cycles of two, and the others of these.
fn most_partners(arcs: &Arcs, core: u64) -> (u64, u64) {
    let mut best = (0, 0u64);
    let mut rest = core;
    while rest != 0 {
        let vertex = rest & rest.wrapping_neg();
        rest ^= vertex;
        let mut partners = 0;
        let mut to = arcs[vertex.trailing_zeros() as usize] & core;
        while to != 0 {
            let other = to & to.wrapping_neg();
            to ^= other;
            partners |= if arcs[other.trailing_zeros() as usize] & vertex == 0 { 0 } else { other };
        }
        if partners.count_ones() > best.1.count_ones() {
            best = (vertex, partners);
        }
    }
    best
}

/// Whether more than `count` cycles without a vertex in common are found, shortest first.
fn packs_more(arcs: &Arcs, mut core: u64, count: u32) -> bool {
    for _ in 0..count {
        core = self::core(arcs, core & !shortest_cycle(arcs, core));
        if core == 0 {
            return false;
        }
    }
    true
}

/// How many vertices are needed to hit every cycle among `live`.
pub fn fewest(arcs: &Arcs, live: u64) -> u32 {
    let mut count = 0;
    while exceeds(arcs, live, count) {
        count += 1;
    }
    count
}

/// The vertices of a shortest cycle of a core, which has one.
fn shortest_cycle(arcs: &Arcs, core: u64) -> u64 {
    let mut shortest = core;
    let mut rest = core;
    while rest != 0 {
        let vertex = rest & rest.wrapping_neg();
        rest ^= vertex;
        let cycle = cycle_through(arcs, core, vertex, shortest.count_ones());
        if cycle != 0 {
            shortest = cycle;
            if shortest.count_ones() <= 2 {
                break;
            }
        }
    }
    shortest
}

/// The vertices of a shortest cycle through a vertex, if it has fewer than `below`; otherwise 0.
fn cycle_through(arcs: &Arcs, core: u64, vertex: u64, below: u32) -> u64 {
    let step = |from: u64| {
        let (mut to, mut rest) = (0, from);
        while rest != 0 {
            to |= arcs[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        to & core
    };
    // Breadth-first; then back from the vertex, by one of each layer.
    let mut layers = [0u64; 64];
    let (mut front, mut seen, mut length) = (vertex, 0u64, 0);
    loop {
        layers[length] = front;
        length += 1;
        if length as u32 >= below {
            return 0;
        }
        front = step(front) & !seen;
        if front & vertex != 0 {
            break;
        }
        if front == 0 {
            return 0;
        }
        seen |= front;
    }
    let (mut cycle, mut target) = (vertex, vertex);
    for &layer in layers[1..length].iter().rev() {
        let mut rest = layer;
        while arcs[rest.trailing_zeros() as usize] & target == 0 {
            rest &= rest - 1;
        }
        target = rest & rest.wrapping_neg();
        cycle |= target;
    }
    cycle
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether what is left has a cycle, by taking away vertices that lead nowhere.
    fn has_cycle(arcs: &Arcs, mut left: u64) -> bool {
        while let Some(end) =
            (0..64).find(|&vertex| left >> vertex & 1 == 1 && arcs[vertex] & left == 0)
        {
            left &= !(1 << end);
        }
        left != 0
    }

    fn fewest_by_trying_all(arcs: &Arcs, vertices: u32) -> u32 {
        (0..1u64 << vertices)
            .filter(|removed| !has_cycle(arcs, ((1 << vertices) - 1) & !removed))
            .map(|removed| removed.count_ones())
            .min()
            .expect("without vertices there is no cycle")
    }

    #[test]
    fn random_graphs_have_the_number_that_trying_all_sets_finds() {
        let mut random = 88_172_645_463_325_252u64;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        let mut seen = [0; 8];
        for round in 0..600 {
            let vertices = 4 + round % 7;
            let mut arcs = [0; 64];
            for (vertex, arcs) in arcs.iter_mut().enumerate().take(vertices as usize) {
                let (dense, thin, thinner) = (next(), next(), next());
                let word = [dense, dense & thin, dense & thin & thinner][round as usize % 3];
                *arcs = word & ((1 << vertices) - 1) & !(1 << vertex);
            }
            let all = (1 << vertices) - 1;
            let expected = fewest_by_trying_all(&arcs, vertices);
            assert_eq!(fewest(&arcs, all), expected, "{:x?}", &arcs[..vertices as usize]);
            assert_eq!(core(&arcs, all) == 0, expected == 0);
            seen[expected as usize] += 1;
        }
        assert!(seen[..5].iter().all(|&count| count > 20), "{seen:?}");
    }
}
